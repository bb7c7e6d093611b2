"""Configs: one YAML file a run."""

if __name__ != "parlour.configs":
    raise ImportError("import parlour.configs, not configs: one module must not exist twice")
