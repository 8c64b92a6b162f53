/** Numbers into tables. */
@NullMarked
package dev.larder.compare.report;

import org.jspecify.annotations.NullMarked;
