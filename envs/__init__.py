"""Environments: every game, and the core they share."""

if __name__ != "parlour.envs":
    raise ImportError("import parlour.envs, not envs: one module must not exist twice")
