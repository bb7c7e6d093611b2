"""Export a run's best policy as policy.safetensors and policy.yaml, which `agents.load` reads."""

from pathlib import Path

__all__ = ["add_arguments", "export_run", "main"]


def add_arguments(parser):
    """Add this command's arguments."""
    parser.add_argument("run", help="folder of a training run")
    parser.add_argument("--output", help="folder to write to (default: the run's own)")


def main(arguments):
    """Run the command; returns its exit code."""
    folder = export_run(arguments.run, arguments.output)
    if folder is None:
        raise ValueError(f"the policy of {arguments.run} is none that is exported: see --help")
    print(f"policy.safetensors and policy.yaml are in {folder}")
    return 0


def export_run(run, output=None):
    """Write the best policy of a run.

    Parameters
    ----------
    run : path-like
    output : path-like, optional
        Folder; the run's own by default.

    Returns
    -------
    Path or None
        The folder; None for a policy that has no network among `agents` (the mlp).
    """
    import json

    from .policies import load_run

    run = Path(run)
    policy, config, best = load_run(run)
    if not hasattr(policy, "export"):
        return None
    from ..agents.learned import save

    network_name, network_options, state_dict = policy.export()
    folder = Path(output) if output else run
    card = {
        "trained_by": f"parlour train, run {run.name}",
        "score": best["score"],
        "frames": best["frames"],
        "evaluation_episodes": config.evaluation_episodes,
        "seed": config.seed,
        "config": config.as_dict(),
        "versions": json.loads((run / "versions.json").read_text("utf-8")),
    }
    folder.mkdir(parents=True, exist_ok=True)
    save(folder, network_name, network_options, state_dict, config.game, config.game_options, card)
    return folder
