/** What would have been served if the cache were in use, compared with what origins sent; bounded memory, no bodies. */
@NullMarked
package dev.larder.insight.dryrun;

import org.jspecify.annotations.NullMarked;
