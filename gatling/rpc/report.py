"""Tables and plots of the four figures: a row for each size, a column for each policy."""
FIGURES = {
    "hit_rate": "Hit rate",
    "data_hit_rate": "Data hit rate",
    "miss_penalty_per_kb": "Miss penalty, ms per kB",
    "access_time_per_kb": "Average access time, ms per kB",
}


def distinct(table, column):
    return list(dict.fromkeys(row[column] for row in table))


def markdown(table):
    policies, sizes = distinct(table, "policy"), distinct(table, "size_mb")
    lines = []
    for pattern in distinct(table, "pattern"):
        for figure, title in FIGURES.items():
            lines += [f"### {title}, {pattern}", "", "| MB | " + " | ".join(policies) + " |"]
            lines.append("|---:|" + "---:|" * len(policies))
            for size in sizes:
                of = {r["policy"]: r[figure] for r in table if r["pattern"] == pattern and r["size_mb"] == size}
                lines.append(f"| {size} | " + " | ".join(f"{of[policy]:.4f}" for policy in policies) + " |")
            lines.append("")
    return "\n".join(lines)


def write(table, out, name, plots):
    (out / f"{name}-tables.md").write_text(markdown(table))
    if plots:
        draw(table, out / f"{name}.png")


def draw(table, file):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plot

    patterns = distinct(table, "pattern")
    figure, axes = plot.subplots(len(FIGURES), len(patterns), figsize=(11, 15), squeeze=False)
    for column, pattern in enumerate(patterns):
        for row, (key, title) in enumerate(FIGURES.items()):
            axis = axes[row][column]
            for policy in distinct(table, "policy"):
                points = [r for r in table if r["pattern"] == pattern and r["policy"] == policy]
                axis.plot([r["size_mb"] for r in points], [r[key] for r in points], marker="o", label=policy)
            axis.set_title(f"{title}, {pattern}")
            axis.set_xlabel("cache, MB")
            axis.set_ylim(bottom=0)
            axis.grid(alpha=0.3)
            axis.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=100)
