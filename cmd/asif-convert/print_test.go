package main

import (
	"os"
	"strings"
	"testing"
)

func TestOnlyLevelsThatMatterAreColoured(t *testing.T) {
	on := paint{on: true}
	for name, want := range map[string]string{
		"error": "\x1b[31merror\x1b[0m", "E": "\x1b[31mE\x1b[0m", "warn": "\x1b[33mwarn\x1b[0m", "info": "info",
	} {
		if got := on.word(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if got := (paint{}).word(name); got != name {
			t.Errorf("%s without colour: %q", name, got)
		}
	}
}

// A character device stands for the terminal.
func TestColourNeedsATerminalAndNoObjection(t *testing.T) {
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := device.Close(); err != nil {
			t.Error(err)
		}
	}()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if !paintFor(device).on {
		t.Error("no colour on a terminal")
	}
	if paintFor(&strings.Builder{}).on {
		t.Error("colour in a file")
	}
	t.Setenv("NO_COLOR", "1")
	if paintFor(device).on {
		t.Error("colour with NO_COLOR")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	if paintFor(device).on {
		t.Error("colour on a dumb terminal")
	}
}

func TestTableLinesEndWithoutBlanks(t *testing.T) {
	var out strings.Builder
	if err := printTable(&out, [][]string{{"A", "B", "C"}, {"long word", "", ""}, {"x", "y", "z"}}); err != nil {
		t.Fatal(err)
	}
	if want := "A          B  C\nlong word\nx          y  z\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
