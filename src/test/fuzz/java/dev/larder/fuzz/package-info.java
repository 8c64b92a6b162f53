/** What runs the fuzz targets, with Jazzer and without, and what they are made of. The targets lie in the packages that they look into. */
@NullMarked
package dev.larder.fuzz;

import org.jspecify.annotations.NullMarked;
