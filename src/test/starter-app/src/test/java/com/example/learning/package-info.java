/** The application, asked over HTTP. */
@NullMarked
package com.example.learning;

import org.jspecify.annotations.NullMarked;
