/** What is measured, and in what order. */
@NullMarked
package dev.larder.compare.scenario;

import org.jspecify.annotations.NullMarked;
