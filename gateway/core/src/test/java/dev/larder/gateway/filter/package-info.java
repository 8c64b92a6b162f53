@NullMarked
package dev.larder.gateway.filter;

import org.jspecify.annotations.NullMarked;
