/** The experiments, one class for each study or figure. */
@NullMarked
package dev.larder.experiments.study;

import org.jspecify.annotations.NullMarked;
