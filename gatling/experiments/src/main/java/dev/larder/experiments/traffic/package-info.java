/** What is asked for, as functions of a seed, and what an answer must say. */
@NullMarked
package dev.larder.experiments.traffic;

import org.jspecify.annotations.NullMarked;
