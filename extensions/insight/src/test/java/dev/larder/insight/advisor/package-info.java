/** Tests of the advisor. */
@NullMarked
package dev.larder.insight.advisor;

import org.jspecify.annotations.NullMarked;
