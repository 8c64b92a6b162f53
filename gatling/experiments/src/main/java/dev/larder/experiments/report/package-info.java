/** What was measured: a grid of repeated readings, and tables, plots and pages made of it. */
@NullMarked
package dev.larder.experiments.report;

import org.jspecify.annotations.NullMarked;
