return { round_up = function(n, to) return (n + to - 1) // to * to end }
