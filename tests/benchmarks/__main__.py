"""All benchmarks, one table after the other: `make bench`."""

from __future__ import annotations

from tests.benchmarks import bench_minimize, cold_start, throughput

if __name__ == "__main__":
    bench_minimize.main()
    throughput.main()
    cold_start.main()
