/** What a client sees of a store on disk: large objects, restarts after a crash, and disks that fail. */
@NullMarked
package dev.larder.acceptance.disk;

import org.jspecify.annotations.NullMarked;
