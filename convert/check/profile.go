package check

import (
	"fmt"

	"asif-convert/convert/asif"
)

// profile is a document's continuation profile, without the accounting of contexts, and what its rules ask of the rest
// of the document.
type profile struct {
	workspaces     profileList[asif.Workspace]
	dependencies   profileList[asif.Dependency]
	bindings       profileList[asif.ConfigurationBinding]
	services       profileList[asif.Service]
	operations     profileList[asif.Operation]
	imports        profileList[asif.NativeImport]
	plans          profileList[asif.Plan]
	accounting     []asif.Range                     // by plan
	states         []asif.Workspace                 // the workspaces that fit their object
	contexts       map[string]*plannedContext       // those that plans name
	configurations map[string]*plannedConfiguration // likewise
	environments   map[string]*plannedEnvironment
	resolved       []asif.PathReference // of the last plan: plans mostly share them (N08)
	source         tree                 // of the event that an input is compared with (N10)
	told           map[toldOfProfile]bool
}

// profileList is a collection of the profile. Of several items with one ID the first counts.
type profileList[T any] struct {
	items []profileItem[T]
	byID  map[string]int
}

// profileItem is an item of the profile. One that does not fit its object has its ID and nothing else: the schema
// reports it, and other rules do not look into it.
type profileItem[T any] struct {
	spot
	v  T
	ok bool
}

// find is the item of that ID, or nil.
func (l *profileList[T]) find(id string) *profileItem[T] {
	if i, ok := l.byID[id]; ok {
		return &l.items[i]
	}
	return nil
}

// plannedContext is what the inputs of a context come to that a plan names.
type plannedContext struct {
	inputs idSet // by contextReading.inputs
	calls  idSet // those with a call input
	open   idSet // of these, those without a terminal result
}

// plannedConfiguration is what plans ask of a configuration.
type plannedConfiguration struct {
	at           asif.Range
	Instructions []struct {
		ID string `json:"id"`
	} `json:"instructions"`
	Capabilities []struct {
		ID string `json:"id"`
	} `json:"capabilities"`
	Policies []struct {
		ID string `json:"id"`
	} `json:"policies"`
	Secrets []struct {
		Handle string `json:"handle"`
	} `json:"secret_requirements"`
	EnvironmentIDs []string `json:"environment_ids"`
}

// plannedEnvironment is an environment with what plans ask of it.
type plannedEnvironment struct {
	at           spot
	Requirements []asif.Requirement `json:"requirements"`
}

// idSet is a set of IDs, a bit for each.
type idSet []uint64

func (s *idSet) add(id asif.ID) {
	for len(*s) <= int(id)>>6 {
		*s = append(*s, 0)
	}
	(*s)[id>>6] |= 1 << (id & 63)
}

func (s idSet) remove(id asif.ID) {
	if s.has(id) {
		s[id>>6] &^= 1 << (id & 63)
	}
}

func (s idSet) has(id asif.ID) bool { return int(id)>>6 < len(s) && s[id>>6]>>(id&63)&1 == 1 }

// toldOfProfile is a fault that has been reported: plans that share what is wrong tell it once.
type toldOfProfile struct{ rule, pointer, message, got string }

// profileFault reports a broken rule of the profile once.
func (x *validation) profileFault(rule string, at spot, rest, got, want, message string) {
	at.rest = rest
	key := toldOfProfile{rule, at.base() + rest, message, got}
	if x.profile.told[key] {
		return
	}
	x.profile.told[key] = true
	x.fault(rule, at, got, want, message)
}

func (x *validation) plannedContext(id string) *plannedContext {
	if x.profile == nil {
		return nil
	}
	return x.profile.contexts[id]
}

// keepConfiguration keeps what plans ask of a configuration that one of them names.
func (x *validation) keepConfiguration(it *item) {
	if x.profile == nil {
		return
	}
	if c := x.profile.configurations[it.id]; c != nil && len(it.faults) == 0 && c.at.Length == 0 {
		if asif.Unmarshal(it.tree.raw, c) == nil {
			c.at = it.span
		}
	}
}

func (x *validation) keepEnvironment(it *item) {
	if x.profile == nil || len(it.faults) > 0 || x.profile.environments[it.id] != nil {
		return
	}
	e := &plannedEnvironment{at: it.spot}
	if asif.Unmarshal(it.tree.raw, e) == nil {
		x.profile.environments[it.id] = e
	}
}

// checkProfile checks the profile when all that it refers to is known.
func (x *validation) checkProfile() error {
	p := x.profile
	if p == nil {
		return nil
	}
	x.n02()
	x.n03()
	if err := x.n04(); err != nil {
		return err
	}
	x.n05()
	for i := range p.plans.items {
		if !p.plans.items[i].ok {
			continue
		}
		c := x.planCheck(&p.plans.items[i])
		for _, rule := range planRules {
			rule(c)
		}
		if err := c.n08(); err != nil {
			return err
		}
		if err := c.n09(p.accounting[i]); err != nil {
			return fmt.Errorf("reading the accounting of plan %d: %w", i, err)
		}
	}
	return nil
}
