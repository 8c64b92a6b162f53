package com.example.learning;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The gateway. */
@SpringBootApplication
public class LearningGateway {

    /** Starts it. */
    public static void main(String[] args) {
        SpringApplication.run(LearningGateway.class, args);
    }
}
