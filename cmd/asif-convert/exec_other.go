//go:build !unix

package main

import (
	"errors"

	"asif-convert/convert/handover"
)

// become cannot replace a process here.
func become(*handover.Receipt) error {
	return unsupportedError{errors.New("--exec is not there on this system; run the command that was printed")}
}
