/** What the cache would have served if it were in use, compared with the origins' responses; bounded memory, no bodies. */
@NullMarked
package dev.larder.insight.dryrun;

import org.jspecify.annotations.NullMarked;
