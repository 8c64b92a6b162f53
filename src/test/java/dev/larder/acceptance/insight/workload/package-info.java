/** The case study's workload over REST resources, played against a running gateway: what scope and couplings make of it. */
@NullMarked
package dev.larder.acceptance.insight.workload;

import org.jspecify.annotations.NullMarked;
