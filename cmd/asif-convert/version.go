package main

import "github.com/urfave/cli/v2"

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version",
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usagef("version: takes no arguments")
			}
			cli.ShowVersion(c)
			return nil
		},
	}
}
