package dev.larder.bufferedwrites.origin;

import java.util.List;

/**
 * One row.
 *
 * @param texts values of its text columns
 * @param references values of its foreign keys, 1 to {@link TableShape#REFERENCED}
 */
public record TableRow(List<String> texts, List<Long> references) {}
