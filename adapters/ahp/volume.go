package ahp

import (
	"strconv"

	"asif-convert/adapters"
)

// volume is what the configurations of a session come to: each of them has all settings that are in force.
type volume struct {
	sizes        map[string]int // bytes of each setting in force
	inForce, all int            // of these together, and of what the configurations have of them
}

// maxVolume bounds the volume of a session: a log of a few megabytes could have one of many gigabytes.
const maxVolume = 16 << 20

// add counts a configuration that changes these settings, and returns the volume then.
func (v *volume) add(list []adapters.Setting) int {
	const frame = 128 // what a setting has beside its value
	if v.sizes == nil {
		v.sizes = map[string]int{}
	}
	for _, x := range list {
		size, name := frame+len(x.Key)+len(x.Value), strconv.Itoa(int(x.Of))
		if x.Of > adapters.ModelSetting && x.Of < adapters.WorkspaceSetting { // of the others one is in force
			name += x.Key
		}
		v.inForce += size - v.sizes[name]
		v.sizes[name] = size
	}
	v.all += v.inForce
	return v.all
}

// written are settings as JSON.
func written(list []adapters.Setting) []byte {
	out := []byte{'['}
	for _, x := range list {
		out = append(comma(out), object(member{"name", quote(x.Key)}, member{"value", x.Value})...)
	}
	return append(out, ']')
}
