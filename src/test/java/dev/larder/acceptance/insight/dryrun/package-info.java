/** Larder where it only watches: nobody can tell, and it tells what it would have done. */
@NullMarked
package dev.larder.acceptance.insight.dryrun;

import org.jspecify.annotations.NullMarked;
