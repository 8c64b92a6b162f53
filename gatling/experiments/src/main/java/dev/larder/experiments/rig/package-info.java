/** The processes that an experiment needs, and their ports. */
@NullMarked
package dev.larder.experiments.rig;

import org.jspecify.annotations.NullMarked;
