package rules

import (
	"errors"
	"strings"
)

// Reasons why a text is no RFC 3339 timestamp.
var (
	errTimeForm   = errors.New("the text is no RFC 3339 timestamp: 2026-03-01T08:00:00Z")
	errTimeDate   = errors.New("the date is not in the calendar")
	errTimeClock  = errors.New("the time of day does not exist")
	errTimeOffset = errors.New("the offset from UTC does not exist")
	errTimeLeap   = errors.New("a leap second ends a day in UTC: 23:59:60Z")
)

// timestamp tells whether a text is a timestamp of RFC 3339, section 5.6, in the calendar: no compact form, no white
// space, a fraction behind a dot only, an upper- or lower-case t and z. Second 60 is taken where a leap second can be,
// at 23:59:60 UTC, on any date: no table of leap seconds is kept.
func timestamp(s string) error {
	c := clock{rest: s}
	year, month, day := c.number(4, '-'), c.number(2, '-'), c.number(2, 0)
	if !c.letter('T') {
		return errTimeForm
	}
	hour, minute, second := c.number(2, ':'), c.number(2, ':'), c.number(2, 0)
	c.fraction()
	offset, ok := c.zone()
	switch {
	case c.bad || c.rest != "":
		return errTimeForm
	case month < 1 || month > 12 || day < 1 || day > daysIn(year, month):
		return errTimeDate
	case hour > 23 || minute > 59 || second > 60:
		return errTimeClock
	case !ok:
		return errTimeOffset
	case second == 60 && ((hour*60+minute-offset)%1440+1440)%1440 != 23*60+59:
		return errTimeLeap
	}
	return nil
}

// clock takes a timestamp apart from the left.
type clock struct {
	rest string
	bad  bool
}

// number takes n digits and the byte after them; 0 is no byte.
func (c *clock) number(n int, after byte) int {
	value := 0
	for range n {
		if c.rest == "" || c.rest[0] < '0' || c.rest[0] > '9' {
			c.bad = true
			return 0
		}
		value = value*10 + int(c.rest[0]-'0')
		c.rest = c.rest[1:]
	}
	if after != 0 {
		c.letter(after)
	}
	return value
}

// letter takes one byte, a letter in either case.
func (c *clock) letter(b byte) bool {
	if c.bad || c.rest == "" || c.rest[0] != b && (b < 'A' || c.rest[0] != b|0x20) {
		c.bad = true
		return false
	}
	c.rest = c.rest[1:]
	return true
}

func (c *clock) fraction() {
	if c.rest == "" || c.rest[0] != '.' {
		return
	}
	n := 1
	for n < len(c.rest) && c.rest[n] >= '0' && c.rest[n] <= '9' {
		n++
	}
	c.bad = c.bad || n == 1
	c.rest = c.rest[n:]
}

// zone takes the offset from UTC, in minutes, and tells whether there is such an offset.
func (c *clock) zone() (minutes int, ok bool) {
	if c.rest == "" {
		c.bad = true
		return 0, false
	}
	sign := c.rest[0]
	if sign != '+' && sign != '-' {
		return 0, c.letter('Z')
	}
	c.rest = c.rest[1:]
	h, m := c.number(2, ':'), c.number(2, 0)
	if minutes = h*60 + m; sign == '-' {
		minutes = -minutes
	}
	return minutes, h <= 23 && m <= 59
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// instant is a moment: seconds since the year 0, and the fraction of a second as it is spelled.
type instant struct {
	seconds  int64
	fraction string
}

// instantOf reads a timestamp that is one.
func instantOf(s string) instant {
	c := clock{rest: s}
	year, month, day := c.number(4, '-'), c.number(2, '-'), c.number(2, 'T')
	hour, minute, second := c.number(2, ':'), c.number(2, ':'), c.number(2, 0)
	before := c.rest
	c.fraction()
	i := instant{fraction: strings.TrimRight(strings.TrimPrefix(before[:len(before)-len(c.rest)], "."), "0")}
	offset, _ := c.zone()
	days := int64(year)*365 + int64((year+3)/4-(year+99)/100+(year+399)/400)
	for m := 1; m < month; m++ {
		days += int64(daysIn(year, m))
	}
	days += int64(day - 1)
	i.seconds = ((days*24+int64(hour))*60+int64(minute)-int64(offset))*60 + int64(second)
	return i
}

// before tells whether a moment is earlier than another. Fractions compare as texts: they have no zeros at their end.
func (i instant) before(other instant) bool {
	return i.seconds < other.seconds || i.seconds == other.seconds && i.fraction < other.fraction
}
