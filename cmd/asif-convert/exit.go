package main

import (
	"errors"
	"fmt"
)

// Exit codes. The README and the help text list them.
const (
	exitDone        = 0 // done, ready, valid
	exitFindings    = 1 // findings, losses at --fail-on, not ready: the output is complete nevertheless; or a hand-over refused
	exitInput       = 2 // usage, or unreadable or invalid input
	exitUnsupported = 3 // a version, feature or format that nothing here can handle
	exitOutput      = 4 // the output could not be written, or a fault of this program
)

// usageError is a command line that cannot be run as it stands.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// inputError is an input that cannot be read, or that is not what the command needs.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// unsupportedError is an input of a version, with a feature or in a format that is not known here.
type unsupportedError struct{ error }

// findingsError says what the command found; it did its work.
type findingsError struct{ error }

// exitCode maps every error to a code. What is not known here is a fault of the output or of this program.
func exitCode(err error) int {
	var (
		usage       usageError
		input       inputError
		unsupported unsupportedError
		findings    findingsError
	)
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &findings):
		return exitFindings
	case errors.As(err, &usage), errors.As(err, &input):
		return exitInput
	case errors.As(err, &unsupported):
		return exitUnsupported
	}
	return exitOutput
}
