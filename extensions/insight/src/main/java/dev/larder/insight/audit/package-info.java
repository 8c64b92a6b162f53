/** Measures how often responses from the store are stale: the auditor and its recommendations. */
@NullMarked
package dev.larder.insight.audit;

import org.jspecify.annotations.NullMarked;
