package com.example.learning;

import com.example.unsecured.UnsecuredApplication;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;

/** With a server, whatever holds in the default environment holds too. */
@SpringBootTest(classes = UnsecuredApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class RandomPortEnvironmentTest extends MockEnvironmentTest {

    @Autowired
    RandomPortEnvironmentTest(ApplicationContext context) {
        super(context);
    }
}
