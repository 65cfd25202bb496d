package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// arguments brings the words of a command line into the order that the flag parser needs: commands, flags, "--" where
// a later word could be taken for a flag, and the rest. The parser stops at the first word that is no flag, people do
// not. "--" ends flags, "-" is a plain word, a flag before its command belongs to the command.
func arguments(app *cli.App, words []string) ([]string, error) {
	a := arrangement{commands: app.Commands}
	for len(words) > 0 {
		n, err := a.take(words)
		if err != nil {
			return nil, err
		}
		words = words[n:]
	}
	if len(a.commands) > 0 && len(a.rest) > 0 { // no command of that name: the parser shall meet it first
		return slices.Concat(a.path, a.rest, a.options), nil
	}
	if slices.ContainsFunc(a.rest, isFlag) {
		a.options = append(a.options, "--")
	}
	return slices.Concat(a.path, a.options, a.rest), nil
}

// arrangement is a command line while it is sorted. flags are those of the innermost command so far, commands those
// below it.
type arrangement struct {
	flags               []cli.Flag
	commands            []*cli.Command
	path, options, rest []string
}

// take sorts the first of words, with its value where it has one, and returns how many it took.
func (a *arrangement) take(words []string) (int, error) {
	word := words[0]
	switch {
	case word == "--":
		a.rest = append(a.rest, words[1:]...)
		return len(words), nil
	case !isFlag(word):
		a.plain(word)
		return 1, nil
	case !a.takesValue(word):
		a.options = append(a.options, word)
		return 1, nil
	case len(words) == 1:
		return 0, usageError{fmt.Errorf("flag %s needs a value", word)}
	}
	a.options = append(a.options, word, words[1])
	return 2, nil
}

// plain takes a word that is no flag: the next command, as long as no other plain word came before it.
func (a *arrangement) plain(word string) {
	i := slices.IndexFunc(a.commands, func(c *cli.Command) bool { return c.HasName(word) })
	if i < 0 || len(a.rest) > 0 {
		a.rest = append(a.rest, word)
		return
	}
	a.path = append(a.path, word)
	a.flags, a.commands = a.commands[i].Flags, a.commands[i].Subcommands
}

// takesValue tells whether the next word is the value of this flag. A flag that nobody knows takes none: the parser
// will refuse it by name.
func (a *arrangement) takesValue(word string) bool {
	if strings.Contains(word, "=") {
		return false
	}
	f, ok := lookup(strings.TrimLeft(word, "-"), a.flags, a.commands).(cli.DocGenerationFlag)
	return ok && f.TakesValue()
}

// lookup finds a flag among those of a command, then among those of the commands below it.
func lookup(name string, flags []cli.Flag, below []*cli.Command) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	for _, c := range below {
		if f := lookup(name, c.Flags, c.Subcommands); f != nil {
			return f
		}
	}
	return nil
}

func isFlag(word string) bool { return len(word) > 1 && word[0] == '-' }
