// Generated from the API description by `npm run client:types`; a test compares it. Do not edit.

/** Bounds of what people send: of the members of each operation of the merchant API, and as `name[]` of the entries of their lists. */
export const BOUNDS = {
  "signUp": {
    "name": {
      "maxLength": 100
    },
    "email": {
      "maxLength": 254
    },
    "password": {
      "minLength": 10,
      "maxLength": 128
    },
    "organization": {
      "maxLength": 100
    }
  },
  "requestSignUp": {
    "email": {
      "maxLength": 254
    }
  },
  "confirmSignUp": {
    "name": {
      "maxLength": 100
    },
    "password": {
      "minLength": 10,
      "maxLength": 128
    },
    "organization": {
      "maxLength": 100
    },
    "token": {
      "maxLength": 200
    }
  },
  "signIn": {
    "email": {
      "maxLength": 254
    },
    "password": {
      "maxLength": 128
    },
    "code": {
      "maxLength": 40
    }
  },
  "requestPasswordReset": {
    "email": {
      "maxLength": 254
    }
  },
  "confirmPasswordReset": {
    "token": {
      "maxLength": 200
    },
    "new_password": {
      "minLength": 10,
      "maxLength": 128
    }
  },
  "changePassword": {
    "current_password": {
      "maxLength": 128
    },
    "new_password": {
      "minLength": 10,
      "maxLength": 128
    }
  },
  "updateAccount": {
    "name": {
      "maxLength": 100
    }
  },
  "deleteAccount": {
    "current_password": {
      "maxLength": 128
    }
  },
  "changeEmail": {
    "email": {
      "maxLength": 254
    },
    "current_password": {
      "maxLength": 128
    }
  },
  "confirmEmailChange": {
    "token": {
      "maxLength": 200
    }
  },
  "confirmEmail": {
    "token": {
      "maxLength": 200
    }
  },
  "beginSecondFactor": {
    "current_password": {
      "maxLength": 128
    }
  },
  "confirmSecondFactor": {
    "code": {
      "maxLength": 40
    }
  },
  "renewRecoveryCodes": {
    "code": {
      "maxLength": 40
    }
  },
  "turnOffSecondFactor": {
    "code": {
      "maxLength": 40
    }
  },
  "beginSingleSignOn": {
    "invitation": {
      "maxLength": 200
    }
  },
  "finishSingleSignOn": {
    "code": {
      "maxLength": 4000
    },
    "state": {
      "maxLength": 4000
    }
  },
  "beginPasskey": {
    "current_password": {
      "maxLength": 128
    }
  },
  "addPasskey": {
    "name": {
      "maxLength": 100
    }
  },
  "createToken": {
    "name": {
      "maxLength": 100
    },
    "stores": {
      "maxItems": 1000
    }
  },
  "createOrganization": {
    "name": {
      "maxLength": 100
    }
  },
  "updateOrganization": {
    "name": {
      "maxLength": 100
    }
  },
  "createOrganizationInvitation": {
    "email": {
      "maxLength": 254
    }
  },
  "readInvitation": {
    "token": {
      "maxLength": 200
    }
  },
  "acceptInvitation": {
    "token": {
      "maxLength": 200
    }
  },
  "signUpInvited": {
    "name": {
      "maxLength": 100
    },
    "password": {
      "minLength": 10,
      "maxLength": 128
    },
    "token": {
      "maxLength": 200
    }
  },
  "readOffer": {
    "token": {
      "maxLength": 200
    }
  },
  "acceptOffer": {
    "token": {
      "maxLength": 200
    }
  },
  "updateStore": {
    "name": {
      "maxLength": 100
    },
    "time_zone": {
      "maxLength": 64
    }
  },
  "labelStore": {
    "add": {
      "maxItems": 10
    },
    "add[]": {
      "maxLength": 40
    },
    "remove": {
      "maxItems": 10
    },
    "remove[]": {
      "maxLength": 40
    }
  },
  "updateStorePolicy": {
    "rules": {
      "maxItems": 100
    }
  },
  "previewStorePolicy": {
    "rules": {
      "maxItems": 100
    }
  },
  "pauseStores": {
    "stores": {
      "maxItems": 100
    }
  },
  "resumeStores": {
    "stores": {
      "maxItems": 100
    }
  },
  "labelStores": {
    "add": {
      "maxItems": 10
    },
    "add[]": {
      "maxLength": 40
    },
    "remove": {
      "maxItems": 10
    },
    "remove[]": {
      "maxLength": 40
    },
    "stores": {
      "maxItems": 100
    }
  },
  "updateCapabilitiesOfStores": {
    "stores": {
      "maxItems": 100
    }
  },
  "importProductsOfStores": {
    "stores": {
      "maxItems": 100
    }
  },
  "testStores": {
    "stores": {
      "maxItems": 100
    }
  },
  "createStoreEventEndpoint": {
    "url": {
      "maxLength": 2000
    },
    "description": {
      "maxLength": 200
    },
    "event_types": {
      "maxItems": 11
    }
  },
  "updateStoreEventEndpoint": {
    "url": {
      "maxLength": 2000
    },
    "description": {
      "maxLength": 200
    },
    "event_types": {
      "maxItems": 11
    }
  },
  "updateStoreFeeds": {
    "leave_out": {
      "maxItems": 100
    },
    "leave_out[]": {
      "maxLength": 200
    },
    "title": {
      "maxLength": 200
    },
    "brand": {
      "maxLength": 200
    }
  },
  "checkStoreDiscovery": {
    "domain": {
      "maxLength": 300
    }
  },
  "addStoreDomain": {
    "domain": {
      "maxLength": 300
    }
  },
  "previewStoreSearch": {
    "q": {
      "maxLength": 1000
    }
  }
} as const;
