/** What the caching RFCs demand of a shared cache: every MUST and SHOULD of the catalogue, each shown over real HTTP. */
@NullMarked
package dev.larder.acceptance.rfc;

import org.jspecify.annotations.NullMarked;
