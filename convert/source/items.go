package source

// Items calls f with each element of an array, until f returns false. array should be valid JSON; of anything else some
// elements are found.
func Items(array []byte, f func(value []byte) bool) {
	i := pastSpace(array, 0)
	if i >= len(array) || array[i] != '[' {
		return
	}
	for i = pastSpace(array, i+1); i < len(array) && array[i] != ']'; {
		end := pastValue(array, i)
		if end == i || !f(array[i:end]) {
			return
		}
		if i = pastSpace(array, end); i >= len(array) || array[i] != ',' {
			return
		}
		i = pastSpace(array, i+1)
	}
}
