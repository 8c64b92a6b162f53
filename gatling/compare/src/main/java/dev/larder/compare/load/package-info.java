/** Who sends the requests: wrk as fast as it goes, and a generator with a fixed rate. */
@NullMarked
package dev.larder.compare.load;

import org.jspecify.annotations.NullMarked;
