/** Batches as parameters of Spring MVC controllers. */
@NullMarked
package dev.larder.bulk.servlet;

import org.jspecify.annotations.NullMarked;
