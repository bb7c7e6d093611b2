"""Training: the command line, train, evaluate and what belongs to a run."""

if __name__ != "parlour.training":
    raise ImportError("import parlour.training, not training: one module must not exist twice")
