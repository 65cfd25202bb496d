package check

import "strconv"

// maxSafe is the greatest integer of the format, 2^53-1.
const maxSafe = 1<<53 - 1

// integer reads a JSON number with zero fraction, however spelled: 1, 1.0, 1e2, 120e-1 (P05). It is false for a
// fraction and for what lies beyond ±(2^53-1). Exponents of any size are safe.
func integer(b []byte) (int64, bool) {
	if len(b) > 0 && len(b) < 17 {
		if n, ok := plainInteger(b); ok {
			return n, n <= maxSafe && n >= -maxSafe
		}
	}
	d, ok := decimalOf(b)
	if !ok || d.exponent < 0 || len(d.digits)+d.exponent > 17 {
		return 0, ok && len(d.digits) == 0
	}
	n := int64(0)
	for _, c := range d.digits {
		n = n*10 + int64(c-'0')
	}
	for range d.exponent {
		n *= 10
	}
	if d.negative {
		n = -n
	}
	return n, n <= maxSafe && n >= -maxSafe
}

func plainInteger(b []byte) (int64, bool) {
	i, n := 0, int64(0)
	if b[0] == '-' {
		i = 1
	}
	if i == len(b) {
		return 0, false
	}
	for _, c := range b[i:] {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if i == 1 {
		n = -n
	}
	return n, true
}

// decimal is a JSON number as significant digits, without zeros at either end, and a power of ten.
type decimal struct {
	digits   []byte // none: the number is zero
	exponent int
	negative bool
}

// decimalOf splits a JSON number; false for what is none.
func decimalOf(b []byte) (decimal, bool) {
	var d decimal
	i := 0
	if i < len(b) && b[i] == '-' {
		d.negative, i = true, 1
	}
	point := false
	for ; i < len(b) && b[i] != 'e' && b[i] != 'E'; i++ {
		switch c := b[i]; {
		case c == '.':
			point = true
			continue
		case c < '0' || c > '9':
			return decimal{}, false
		case len(d.digits) > 0 || c != '0':
			d.digits = append(d.digits, c)
		}
		if point {
			d.exponent--
		}
	}
	if i < len(b) {
		d.exponent += exponentOf(b[i+1:])
	}
	for len(d.digits) > 0 && d.digits[len(d.digits)-1] == '0' {
		d.digits = d.digits[:len(d.digits)-1]
		d.exponent++
	}
	return d, true
}

// exponentOf reads an exponent. One that is too great for any use is cut to what is out of every range.
func exponentOf(b []byte) int {
	const most = 1 << 30
	e, err := strconv.Atoi(string(b))
	switch {
	case err == nil:
		return max(-most, min(most, e))
	case len(b) > 0 && b[0] == '-':
		return -most
	}
	return most
}
