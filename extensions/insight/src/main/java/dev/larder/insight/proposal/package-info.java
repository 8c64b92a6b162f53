/** Proposed settings of rules, as YAML to be copied into the configuration. */
@NullMarked
package dev.larder.insight.proposal;

import org.jspecify.annotations.NullMarked;
