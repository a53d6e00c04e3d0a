"""placeholder"""
from __future__ import annotations
from dataclasses import dataclass
@dataclass
class Assessment:
    steps: tuple
def unfold(debt): return Assessment(())
class Step: pass
def describe(s): return ''
