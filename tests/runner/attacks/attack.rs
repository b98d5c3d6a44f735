//! One attack: a program that prints a trophy when it has what it wanted.

use invigil::runner::job::Verdict;

/// How the same program shows outside of the sandbox that it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// It prints its trophy.
    Trophy,
    /// It writes more than a job may.
    Flood,
    /// It does not end in time.
    Endless,
    /// It leaves a process behind.
    LeavesProcess,
    /// It is ended by a signal.
    Signal,
    /// It compiles.
    Compiles,
    /// There is none, for this reason.
    None(&'static str),
}

pub struct Attack {
    pub name: &'static str,
    pub language: &'static str,
    pub source: String,
    pub input: Option<String>,
    pub control: Control,
    /// Expected verdicts; any but `IE` if empty.
    pub verdicts: &'static [Verdict],
    pub trophy: &'static str,
    /// Whether it is aimed at the compiler, whose messages may hold the trophy.
    pub is_at_compiler: bool,
    /// Whether the trophy may be had: the attack is on what else happens.
    pub is_permitted: bool,
    /// Takes long: only in the full suite.
    pub is_slow: bool,
}

const PYTHON: &str = "\
import ctypes, json, mmap, os, resource, signal, socket, struct, sys, threading, time
p = json.load(sys.stdin)
C = ctypes.CDLL(None, use_errno=True)
work = os.environ.get('LEAK') or ('/tmp' if os.access('/tmp', os.W_OK) else '.')
def works(f):
  try: f(); return True
  except OSError: return False
";
const CPP: &str = "\
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <dlfcn.h>
#include <unistd.h>
";

/// A Python program after the common imports; `p` has what it knows, `C` is the C library.
pub fn python(name: &'static str, body: &str) -> Attack {
    in_language("python", name, format!("{PYTHON}{body}"))
}

/// A Python expression that raises `OSError` where it is refused.
pub fn reaches(name: &'static str, expression: &str) -> Attack {
    python(name, &format!("try:\n  r = {expression}\n  print('GOT', r)\nexcept OSError as e:\n  print(e)"))
}

/// A system call that returns a number of at least 0 where it works.
pub fn call(name: &'static str, arguments: &str) -> Attack {
    python(
        name,
        &format!("r = C.syscall({arguments})\nprint('GOT' if r >= 0 else os.strerror(ctypes.get_errno()), flush=True)"),
    )
}

pub fn cpp(name: &'static str, body: &str) -> Attack {
    in_language("c++", name, format!("{CPP}{body}"))
}

pub fn in_language(language: &'static str, name: &'static str, source: String) -> Attack {
    Attack {
        name,
        language,
        source,
        input: None,
        control: Control::Trophy,
        verdicts: &[],
        trophy: "GOT",
        is_at_compiler: false,
        is_permitted: false,
        is_slow: false,
    }
}

impl Attack {
    pub fn control(self, control: Control) -> Self {
        Self { control, ..self }
    }

    pub fn without_control(self, reason: &'static str) -> Self {
        self.control(Control::None(reason))
    }

    pub fn gets(self, verdicts: &'static [Verdict]) -> Self {
        Self { verdicts, ..self }
    }

    pub fn language(self, language: &'static str) -> Self {
        Self { language, ..self }
    }

    pub fn trophy(self, trophy: &'static str) -> Self {
        Self { trophy, ..self }
    }

    pub fn at_compiler(self) -> Self {
        Self { is_at_compiler: true, ..self }
    }

    pub fn permitted(self) -> Self {
        Self { is_permitted: true, ..self }
    }

    pub fn slow(self) -> Self {
        Self { is_slow: true, ..self }
    }

    pub fn input(self, input: String) -> Self {
        Self { input: Some(input), ..self }
    }
}
