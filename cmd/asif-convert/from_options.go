package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
)

// conversionOptions are the options of a conversion that flags set.
func conversionOptions(c *cli.Context, a adapters.Adapter, s adapters.Session) (convert.Options, error) {
	o := convert.Options{
		Native:         convert.NativeMode(c.String("native")),
		Children:       convert.ChildMode(c.String("children")),
		Contexts:       convert.ContextMode(c.String("contexts")),
		NoContinuation: c.Bool("no-continuation"),
	}
	if o.Workspace = c.String("workspace"); o.Workspace != "" {
		if at, err := os.Stat(o.Workspace); err != nil || !at.IsDir() {
			return o, usagef("--workspace %s is no folder", o.Workspace)
		}
		if o.NoContinuation {
			return o, usagef("--workspace is for plans, which --no-continuation leaves out")
		}
	}
	var err error
	if o.Config, err = parseConfig(c, a, s); err != nil {
		return o, err
	}
	if !c.IsSet("action") {
		return o, nil
	}
	if o.NoContinuation {
		return o, usagef("--action asks for plans, which --no-continuation leaves out")
	}
	for name := range strings.SplitSeq(c.String("action"), ",") {
		action, err := parseAction(strings.TrimSpace(name))
		if err != nil {
			return o, err
		}
		if action == asif.ActionKindResumeNative && o.Native == convert.NativeOmit {
			return o, usagef("--action %s needs the native files, which --native omit leaves out", action)
		}
		o.Actions = append(o.Actions, action)
	}
	return o, nil
}

// parseAction is the action of that name.
func parseAction(name string) (asif.ActionKind, error) {
	var names []string
	for _, a := range convert.Actions() {
		if string(a) == name {
			return a, nil
		}
		names = append(names, string(a))
	}
	return "", usagef("--action %q is none of %s", name, strings.Join(names, ", "))
}

// Values of --config that are no folder.
const (
	configAuto = "auto"
	configNone = "none"
)

// parseConfig says where the harness's configuration files are looked for. By itself that is done for sessions of this
// machine's own store alone: what lies here says nothing of a session from elsewhere.
func parseConfig(c *cli.Context, a adapters.Adapter, s adapters.Session) (*convert.Config, error) {
	where := c.String("config")
	_, able := a.(adapters.Inspector)
	if !able && where != configNone && where != configAuto {
		return nil, usagef("--config %s: %s has no configuration files that could be read", where, a.Info().Title)
	}
	if where == configNone || !able || c.Bool("no-continuation") {
		return nil, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	config := &convert.Config{Home: home, Env: os.Getenv}
	if where == configAuto {
		if !ownSession(a, s, config) {
			return nil, nil
		}
		return config, nil
	}
	if at, err := os.Stat(where); err != nil || !at.IsDir() {
		return nil, usagef("--config %s is no folder", where)
	}
	if config.Root, err = filepath.Abs(where); err != nil {
		return nil, usagef("--config: %w", err)
	}
	return config, nil
}

// ownSession tells whether a session lies in this user's store.
func ownSession(a adapters.Adapter, s adapters.Session, c *convert.Config) bool {
	h, ok := a.(adapters.Housed)
	if !ok || len(s.Inputs) == 0 || c.Home == "" {
		return false
	}
	house := h.House()
	store, err := filepath.EvalSymlinks(house.Store(house.Home(c.Home, c.Env)))
	if err != nil {
		return false
	}
	name, err := filepath.Abs(s.Inputs[0].Name)
	if err != nil {
		return false
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return false
	}
	rel, err := filepath.Rel(store, name)
	return err == nil && filepath.IsLocal(rel)
}
