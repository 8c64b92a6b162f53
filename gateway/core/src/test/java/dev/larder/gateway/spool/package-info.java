/** Tests of bodies that go into files. */
@NullMarked
package dev.larder.gateway.spool;

import org.jspecify.annotations.NullMarked;
