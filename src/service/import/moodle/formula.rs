//! Formulas of calculated questions: numbers, the usual signs, and functions.

use std::f64::consts::PI;

/// Signs and brackets within each other.
const MAX_DEPTH: usize = 50;

/// Returns the value; `None` for a formula that cannot be read, and for one without a value.
pub fn value(formula: &str) -> Option<f64> {
    let mut reader = FormulaReader { rest: formula, depth: 0 };
    let value = reader.sum()?;
    (reader.rest.trim().is_empty() && value.is_finite()).then_some(value)
}

/// A computed number as people write it, with 15 digits at most.
pub fn written(value: f64) -> Option<String> {
    let short = short(value)?;
    if short.abs() < f64::MIN_POSITIVE {
        return Some("0".to_owned());
    }
    let is_usual = (1e-6..1e15).contains(&short.abs());
    Some(if is_usual { short.to_string() } else { format!("{short:e}") })
}

/// The number without what the binary form of decimals adds.
fn short(value: f64) -> Option<f64> {
    format!("{value:.14e}").parse().ok()
}

struct FormulaReader<'f> {
    rest: &'f str,
    depth: usize,
}

impl FormulaReader<'_> {
    /// Takes the sign if it comes next.
    fn takes(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let Some(rest) = self.rest.strip_prefix(sign) else { return false };
        self.rest = rest;
        true
    }

    fn sum(&mut self) -> Option<f64> {
        let mut sum = self.product()?;
        loop {
            if self.takes("+") {
                sum += self.product()?;
            } else if self.takes("-") {
                sum -= self.product()?;
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut product = self.signed()?;
        loop {
            if self.takes("*") {
                product *= self.signed()?;
            } else if self.takes("/") {
                product /= self.signed()?;
            } else if self.takes("%") {
                product = product.trunc() % self.signed()?.trunc();
            } else {
                return Some(product);
            }
        }
    }

    fn signed(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = if self.takes("-") {
            -self.signed()?
        } else if self.takes("+") {
            self.signed()?
        } else {
            self.power()?
        };
        self.depth -= 1;
        Some(value)
    }

    fn power(&mut self) -> Option<f64> {
        let base = self.single()?;
        if self.takes("**") { Some(base.powf(self.signed()?)) } else { Some(base) }
    }

    /// A number, a function, or a formula in brackets.
    fn single(&mut self) -> Option<f64> {
        if self.takes("(") {
            let value = self.sum()?;
            return self.takes(")").then_some(value);
        }
        if !self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return self.number();
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        if !self.takes("(") {
            return None;
        }
        let mut arguments = Vec::new();
        while !self.takes(")") {
            if !arguments.is_empty() && !self.takes(",") {
                return None;
            }
            arguments.push(self.sum()?);
        }
        call(&name.to_ascii_lowercase(), &arguments)
    }

    fn number(&mut self) -> Option<f64> {
        let bytes = self.rest.as_bytes();
        let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
        let mut end = digits(0);
        if bytes.get(end) == Some(&b'.') {
            end += 1 + digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(end + 1 + sign);
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        let (number, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        number.parse().ok()
    }
}

fn call(name: &str, arguments: &[f64]) -> Option<f64> {
    Some(match (name, arguments) {
        ("pi", []) => PI,
        ("abs", [x]) => x.abs(),
        ("ceil", [x]) => x.ceil(),
        ("floor", [x]) => x.floor(),
        ("round", [x]) => x.round(),
        ("round", [x, decimals]) => {
            let factor = 10_f64.powf(decimals.trunc());
            short(x * factor)?.round() / factor
        }
        ("sqrt", [x]) => x.sqrt(),
        ("exp", [x]) => x.exp(),
        ("expm1", [x]) => x.exp_m1(),
        ("log", [x]) => x.ln(),
        ("log", [x, base]) => x.log(*base),
        ("log10", [x]) => x.log10(),
        ("log1p", [x]) => x.ln_1p(),
        ("pow", [x, y]) => x.powf(*y),
        ("fmod", [x, y]) => x % y,
        ("sin", [x]) => x.sin(),
        ("cos", [x]) => x.cos(),
        ("tan", [x]) => x.tan(),
        ("asin", [x]) => x.asin(),
        ("acos", [x]) => x.acos(),
        ("atan", [x]) => x.atan(),
        ("atan2", [y, x]) => y.atan2(*x),
        ("sinh", [x]) => x.sinh(),
        ("cosh", [x]) => x.cosh(),
        ("tanh", [x]) => x.tanh(),
        ("asinh", [x]) => x.asinh(),
        ("acosh", [x]) => x.acosh(),
        ("atanh", [x]) => x.atanh(),
        ("deg2rad", [x]) => x.to_radians(),
        ("rad2deg", [x]) => x.to_degrees(),
        ("min", [first, others @ ..]) => others.iter().copied().fold(*first, f64::min),
        ("max", [first, others @ ..]) => others.iter().copied().fold(*first, f64::max),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_have_their_value() {
        for (formula, shown) in [
            ("4", "4"),
            (" 2*(3.5) + 1 ", "8"),
            ("2+3*4-6/4", "12.5"),
            ("-2**2", "-4"),
            ("2**-1", "0.5"),
            ("(-3)-(-5)", "2"),
            ("7 % 4", "3"),
            ("0.1+0.2", "0.3"),
            ("pow(2, 10) / sqrt(16)", "256"),
            ("round(2.345, 2)", "2.35"),
            ("max(1, 5, 3) - min(2)", "3"),
            ("2*pi()", "6.28318530717959"),
            ("LOG10(1e3)", "3"),
            ("1.5E-7", "1.5e-7"),
            ("1e20", "1e20"),
            ("0*-1", "0"),
        ] {
            assert_eq!(value(formula).and_then(written).as_deref(), Some(shown), "{formula}");
        }
    }

    #[test]
    fn others_have_none() {
        let deep = "(".repeat(100_000) + "1";
        for formula in
            ["", "1/0", "sqrt(-1)", "2 3", "a", "f(1)", "pi", "1+", "(1", "2^3", "1,5", "max()", "1>0", &deep]
        {
            assert_eq!(value(formula), None, "{}", &formula[..formula.len().min(20)]);
        }
    }
}
