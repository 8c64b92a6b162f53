/** A durable log of records in one folder: what has been appended and synced outlives the process and the machine. */
@NullMarked
package dev.larder.journal;

import org.jspecify.annotations.NullMarked;
