module bidhouse/bench/peer

go 1.22
