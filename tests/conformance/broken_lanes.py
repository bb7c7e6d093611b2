"""Faults of vector environments: seeds of lanes, resets, ends of episodes."""

import numpy as np
from broken import fails
from gymnasium.vector import AutoresetMode
from healthy import Lanes


@fails("solo_is_lane")
class SameSeedEachLane(Lanes):
    """Every lane gets the same seed."""

    def reset(self, *, seed=None, options=None):
        seed = seed if seed is None else [seed] * self.num_envs
        return super().reset(seed=seed, options=options)


@fails("solo_is_lane")
class LaneReseeded(Lanes):
    """The automatic reset starts another stream: only the first episode is the solo one."""

    def step(self, actions):
        for env, is_over in zip(self.envs, self._autoreset_envs, strict=True):
            if is_over:
                env.np_random = np.random.default_rng(5)
        return super().step(actions)


@fails("autoreset_next_step")
class RewardAtReset(Lanes):
    """The call that resets gives a reward."""

    def step(self, actions):
        was_over = self._autoreset_envs.copy()
        observation, reward, *flags = super().step(actions)
        return observation, reward + was_over, *flags


@fails("autoreset_next_step")
class UndeclaredMode(Lanes):
    """The metadata do not say how lanes are reset."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        del self.metadata["autoreset_mode"]


@fails("autoreset_next_step")
class ActionAtReset(Lanes):
    """The action sent in the call that resets is played."""

    def step(self, actions):
        was_over = self._autoreset_envs.copy()
        observation, *answer = super().step(actions)
        for lane in np.flatnonzero(was_over):
            observation["numbers"][lane, 0] = actions[lane]
        return observation, *answer


@fails("autoreset_same_step")
class NoFinalInfo(Lanes):
    """final_info is missing."""

    def step(self, actions):
        *answer, info = super().step(actions)
        return *answer, {name: info[name] for name in info if "final_info" not in name}


@fails("autoreset_disabled")
class ResetsAll(Lanes):
    """reset_mask is ignored: all lanes are reset."""

    def reset(self, *, seed=None, options=None):
        return super().reset(seed=seed)


@fails("terminal_observation")
class FinalIsReset(Lanes):
    """final_obs is the observation after the reset."""

    def step(self, actions):
        observation, *answer, info = super().step(actions)
        for lane in range(self.num_envs):
            if "final_obs" in info and info["_final_obs"][lane]:
                info["final_obs"][lane] = {name: observation[name][lane] for name in observation}
        return observation, *answer, info


@fails("terminal_observation")
class LastStepUntold(Lanes):
    """The last observation is all zeros, in NEXT_STEP too."""

    def step(self, actions):
        observation, reward, terminated, *answer = super().step(actions)
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            observation["numbers"][terminated] = 0
        return observation, reward, terminated, *answer
