"""Django looks for models here; each topic keeps its own."""
