/** What another size or policy would make of the live traffic, and what caching saves or costs each route. */
@NullMarked
package dev.larder.insight.advisor;

import org.jspecify.annotations.NullMarked;
