//go:build !unix

package main

import (
	"errors"

	"asif-convert/convert"
)

// become cannot replace a process here.
func become(*convert.Receipt) error {
	return unsupportedError{errors.New("--exec is not there on this system; run the command that was printed")}
}
