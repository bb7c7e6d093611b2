"""Agents: things that choose actions, from random to learned."""

if __name__ != "parlour.agents":
    raise ImportError("import parlour.agents, not agents: one module must not exist twice")
