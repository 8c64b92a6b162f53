/** Tests of bodies that go into files. */
@NullMarked
package dev.larder.disk.spool;

import org.jspecify.annotations.NullMarked;
