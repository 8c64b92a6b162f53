/** A gateway in front of a learning platform, as somebody would write it who has Larder as a dependency. */
@NullMarked
package com.example.learning;

import org.jspecify.annotations.NullMarked;
