/** How another size or policy would perform on the live traffic, and what caching saves or costs each route. */
@NullMarked
package dev.larder.insight.advisor;

import org.jspecify.annotations.NullMarked;
