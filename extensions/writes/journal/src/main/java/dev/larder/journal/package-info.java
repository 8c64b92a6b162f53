/** A durable write-ahead log in one folder: appended and synced records survive a crash of the process and the machine. */
@NullMarked
package dev.larder.journal;

import org.jspecify.annotations.NullMarked;
